import { api, path, readAll } from "./client";
import type { Role } from "./session";

export interface Token {
  id: string;
  name: string;
  role: Role;
  createdAt: string;
  lastUsedAt?: string;
  expiresAt?: string;
}

export interface NewToken extends Token {
  token: string;
}

export const listTokens = (signal?: AbortSignal) => readAll<Token>("/tokens", signal);
export const createToken = (token: { name: string; role: Role; expiresAt?: string }) =>
  api.create<NewToken>("/tokens", token);
export const revokeToken = (id: string) => api.remove(path`/tokens/${id}`);
