(() => {
  const probe = (window.probe = { pointer: 0, times: [], origins: [], messages: [], bytes: 0, first: 0 });
  Object.assign(probe, { asked: ["drag"], answers: ["patch"] });
  const note = (event) => (probe.pointer = event.timeStamp);
  for (const kind of ["pointerrawupdate", "keydown", "pointerup"]) addEventListener(kind, note, true);
  const painted = (then) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => then(performance.now());
      port2.postMessage(0);
    });
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...asked) {
      super(...asked);
      this.addEventListener("message", (event) => {
        const kind = event.data.slice(0, 40);
        const at = performance.now();
        probe.messages.push([kind, at]);
        probe.bytes += event.data.length;
        if (probe.answers.some((t) => kind.startsWith(`{"t":"${t}"`))) {
          const from = probe.origins.shift();
          painted((now) => probe.times.push(now - from));
        }
        if (kind.startsWith('{"t":"face"') && !probe.first) painted((now) => (probe.first = now));
      });
    }
    send(text) {
      if (probe.asked.some((t) => text.startsWith(`{"t":"${t}"`))) probe.origins.push(probe.pointer);
      probe.messages.push([">" + text.slice(0, 30), performance.now()]);
      super.send(text);
    }
  };
})();
