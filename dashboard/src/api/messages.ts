import type { MessagePage, Messages } from "../../generated/openapi";
import { ApiError, api, path } from "./client";

export type { DeliveryStatus, FoundMessage, MessagePage } from "../../generated/openapi";

/** The messages with an ID; an empty page if there are none. */
export async function findById(messageId: string, signal?: AbortSignal): Promise<MessagePage> {
  try {
    const found = await api.read<Messages>(path`/messages/${messageId}`, {}, signal);
    return { data: found.data, next: null };
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
) => api.read<MessagePage>("/messages", { userId, limit: 25, ...query }, signal);
