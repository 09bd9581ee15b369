import type { CreatedToken, NewToken, Token } from "../../generated/openapi";
import { api, path, readAll } from "./client";

export type { CreatedToken, Token } from "../../generated/openapi";

export const listTokens = (signal?: AbortSignal) => readAll<Token>("/tokens", signal);
export const createToken = (token: NewToken) => api.create<CreatedToken>("/tokens", token);
export const revokeToken = (id: string) => api.remove(path`/tokens/${id}`);
