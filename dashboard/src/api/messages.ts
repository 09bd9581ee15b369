import type { LedgerReach, MessagePage, Stories } from "../../generated/openapi";
import { ApiError, api, path } from "./client";

export type { DeliveryStatus, FoundMessage, MessagePage } from "../../generated/openapi";

/** Messages with what the ledger knows about them, if it was asked. */
export type FoundPage = MessagePage & { ledger?: LedgerReach };

/** The stories of the messages with an ID; an empty page if there are none. */
export async function findById(messageId: string, signal?: AbortSignal): Promise<FoundPage> {
  try {
    const found = await api.read<Stories>(path`/messages/${messageId}/story`, {}, signal);
    return { ...found, next: null };
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 404) {
      return { data: [], next: null };
    }
    throw failure;
  }
}

export const findByUser = (
  userId: string,
  query: { search?: string; cursor?: string },
  signal?: AbortSignal,
) => api.read<FoundPage>("/messages", { userId, limit: 25, ...query }, signal);
