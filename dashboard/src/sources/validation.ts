import type { Problems } from "../parts/useFields";
import { nameProblem, wholeNumberProblem } from "../parts/validation";

export interface SourceValues {
  name: string;
  type: string;
  rateLimit: string;
}

const HIGHEST_RATE = 1_000_000;

export function validateSource({ name, type, rateLimit }: SourceValues): Problems {
  const problems: Problems = {};
  const wrongName = nameProblem(name);
  if (wrongName) {
    problems.name = wrongName;
  }
  if (type === "") {
    problems.type = "Choose a type";
  }
  const wrongLimit = wholeNumberProblem(rateLimit, HIGHEST_RATE);
  if (wrongLimit) {
    problems.rateLimit = wrongLimit;
  }
  return problems;
}
