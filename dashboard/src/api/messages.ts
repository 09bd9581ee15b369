import { ApiError, api, type Page, path } from "./client";

export interface Fate {
  destinationId: string;
  state: string;
  reason?: string;
  status?: number;
  round?: number;
  nextAttemptAt?: string;
}

export interface Message {
  messageId: string;
  sourceId?: string;
  type: string;
  userId?: string;
  anonymousId?: string;
  acceptedAt: string;
  partition: number;
  offset: number;
  message?: unknown;
  destinations: Fate[];
}

export interface MessagePage extends Page<Message> {
  searchedTo?: string;
}

/** The messages of one id; none is an answer, too. */
export async function findById(messageId: string, signal?: AbortSignal): Promise<MessagePage> {
  try {
    const found = await api.read<{ data: Message[] }>(path`/messages/${messageId}`, {}, signal);
    return { data: found.data, next: null };
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 404) {
      return { data: [], next: null };
    }
    throw failure;
  }
}

export const findByUser = (userId: string, cursor?: string, signal?: AbortSignal) =>
  api.read<MessagePage>("/messages", { userId, cursor, limit: 25 }, signal);
