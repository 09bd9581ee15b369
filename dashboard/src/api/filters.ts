export type {
  FieldMatch,
  Filter,
  Match,
  MessageType,
  Operand,
  Operator,
  Scalar,
} from "../../generated/openapi";
export {
  messageTypeValues as MESSAGE_TYPES,
  operatorValues as OPERATORS,
} from "../../generated/openapi";
