// The socket: what is sent to the server, and what is received.

import type { FromPage, FromServer } from "./messages";
import * as outbox from "./outbox";
import { connected, deck, notify } from "./shown";

/** Called with each message of the server. */
export const listeners: ((message: FromServer) => void)[] = [];
/** What rests a moment before it is written, and so has to be sent before what follows it. */
export const beforeSend: (() => void)[] = [];

let socket: WebSocket | null = null;

export function isOpen(): boolean {
  return socket?.readyState === WebSocket.OPEN;
}

export function send(message: FromPage): void {
  // What rests a moment before it is written comes before what follows it.
  if (outbox.isChange(message) || message.t === "show") beforeSend.forEach((settle) => settle());
  if (socket && isOpen()) {
    outbox.sent(message);
    socket.send(JSON.stringify(message));
  } else outbox.enqueue(message);
}

/** Send what waited while the connection was lost, if it is still the same deck. */
export function sendQueued(folder: string | null): void {
  const queued = outbox.drain();
  if (!queued.length) return;
  if (folder !== null && deck.value && folder !== deck.value.folder) notify("error", `Another deck is open now; ${queued.length} unsent changes of this one are lost.`);
  else queued.forEach(send);
}

/** Connect; *begin* is called once that stands, and *receive* is given each message. */
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

/** Connect again; a server that was restarted doesn't know this page. */
async function reconnect(begin: () => void, receive: (message: FromServer) => void): Promise<void> {
  const answer = await fetch("/static/icon.svg").catch(() => null);
  if (answer?.status === 403) connected.value = "refused";
  else if (answer) connect(begin, receive);
  else setTimeout(() => void reconnect(begin, receive), 1000);
}
