// The socket: sending to the server and receiving from it.

import type { FromPage, FromServer } from "./messages";
import * as outbox from "./outbox";
import { connected, deck, notify } from "./shown";

/** Called with each message of the server. */
export const listeners: ((message: FromServer) => void)[] = [];
/** Called before a message is sent: writes delayed changes, which must precede it. */
export const beforeSend: (() => void)[] = [];

let socket: WebSocket | null = null;

export function isOpen(): boolean {
  return socket?.readyState === WebSocket.OPEN;
}

export function send(message: FromPage): void {
  // Delayed changes precede later messages.
  if (outbox.isChange(message) || message.t === "show") beforeSend.forEach((settle) => settle());
  if (socket && isOpen()) {
    outbox.sent(message);
    socket.send(JSON.stringify(message));
  } else outbox.enqueue(message);
}

/** Send the changes queued while the connection was lost, if the same deck is still open. */
export function sendQueued(folder: string | null): void {
  const queued = outbox.drain();
  if (!queued.length) return;
  if (folder !== null && deck.value && folder !== deck.value.folder) notify("error", `Another deck is open now; ${queued.length} unsent changes of this one are lost.`);
  else queued.forEach(send);
}

/** Connect; *begin* is called once the connection is open, and *receive* is called with each message. */
export function connect(begin: () => void, receive: (message: FromServer) => void): void {
  const link = new WebSocket(`ws://${location.host}/socket`);
  socket = link;
  link.onopen = () => {
    connected.value = "open";
    begin();
  };
  link.onmessage = (event) => {
    const message = JSON.parse(event.data as string) as FromServer;
    if (message.t === "history" || message.t === "note" || message.t === "picture-ways") outbox.answered();
    for (const listener of listeners) listener(message);
    receive(message);
  };
  link.onclose = () => {
    connected.value = "lost";
    if (outbox.dropInFlight()) notify("error", "The connection was lost while a change was on its way: look whether it is there.");
    setTimeout(() => void reconnect(begin, receive), 1000);
  };
}

/** Reconnect; a server that was restarted does not know this page. */
async function reconnect(begin: () => void, receive: (message: FromServer) => void): Promise<void> {
  const answer = await fetch("/static/icon.svg").catch(() => null);
  if (answer?.status === 403) connected.value = "refused";
  else if (answer) connect(begin, receive);
  else setTimeout(() => void reconnect(begin, receive), 1000);
}
