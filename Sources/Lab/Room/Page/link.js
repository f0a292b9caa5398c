/// The connection: time of the last response, and whether the connection has failed.
const link = {
  heard: performance.now(), failed: false, isOver: false, onBack: [],
  isUp() { return !this.failed && performance.now() - this.heard < 9000; },
  seconds() { return (performance.now() - this.heard) / 1000; },
  hear() {
    const wasDown = !this.isUp();
    [this.heard, this.failed] = [performance.now(), false];
    if (wasDown) for (const act of this.onBack) act();
  },
  fail() { this.failed = true; },
};

/// Shows the state of the connection, if `isShown` is true.
function showConnection(isShown) {
  show("connection", isShown);
  $("connection").className = link.isUp() ? "" : "bad";
  put("connection", link.isUp() ? word("page.connected")
    : word("page.disconnected", duration(link.seconds())));
}

/// Sends a request as `ask` does, and records in `link` whether the server answered at all.
async function talk(path, options) {
  try {
    const answer = await ask(path, options);
    link.hear();
    return answer;
  } catch (error) {
    if (error.status) link.hear();
    else if (!options?.signal?.aborted) link.fail();
    throw error;
  }
}

const drift = () => Date.now() - performance.now();

/// The page's clock. `load` is the id of a period in which `performance.now` is not interrupted.
const time = {
  load: unique(), offset: null, roundTrip: null, boot: null, slept: false, drift: drift(),

  /// Begins a new `load`. Called if the page's clock may have stopped during sleep, or if the
  /// server's machine was restarted.
  renew(slept) {
    [this.load, this.offset, this.roundTrip, this.boot] = [unique(), null, null, null];
    [this.slept, this.drift] = [slept, drift()];
    this.measure();
  },

  check() { if (Math.abs(drift() - this.drift) > 1000) this.renew(true); },

  async exchange() {
    const sent = performance.now();
    const { now, boot } = await talk("/time", { body: {}, seconds: 4 });
    const came = performance.now();
    const middle = BigInt(Math.round((sent + came) / 2 * 1e6));
    return { roundTrip: came - sent, offset: String(BigInt(now) - middle), boot };
  },

  /// Measures the offset between the clocks five times. The whole `load` uses the offset from the
  /// exchange with the shortest round trip.
  async measure() {
    const load = this.load, found = [];
    while (found.length < 5 && load === this.load) {
      try { found.push(await this.exchange()); } catch (error) {
        await pause(error.status ? 3000 : 500);
      }
    }
    if (load !== this.load) return;
    const best = found.reduce((one, other) => other.roundTrip < one.roundTrip ? other : one);
    Object.assign(this, best);
  },

  /// Returns the time of an event in the form in which it is sent.
  of(event) {
    this.check();
    const { load, offset, roundTrip, boot, slept } = this;
    return { load, page: event.timeStamp, offset, roundTrip, boot, slept, late: !link.isUp() };
  },

  start() {
    this.measure();
    setInterval(() => this.check(), 1000);
    setInterval(async () => {
      if (this.offset === null || link.isOver) return;
      try {
        const { boot } = await this.exchange();
        if (this.boot !== null && boot !== this.boot) this.renew(false);
      } catch { /* the next one tells */ }
    }, 3000);
  },
};

/// Requests the newest view again and again, as long as the page is open.
function follow(path, take, refuse) {
  let seen = "", epoch = "", stop = new AbortController();
  const again = () => stop.abort();
  link.onBack.push(again);
  addEventListener("online", again);
  addEventListener("pageshow", event => { if (event.persisted) again(); });
  (async () => {
    for (let wait = 300; ; ) {
      stop = new AbortController();
      try {
        const view = await talk(
          `${path}?seen=${encodeURIComponent(seen)}&epoch=${encodeURIComponent(epoch)}`,
          { seconds: 30, signal: stop.signal });
        if (view.version === undefined) continue;
        [seen, epoch, wait] = [view.version, view.epoch, 300];
        take(view);
      } catch (error) {
        if ([401, 403].includes(error.status)) refuse(error);
        if (stop.signal.aborted) continue;
        await Promise.race([pause(wait),
          new Promise(done => stop.signal.addEventListener("abort", done))]);
        wait = Math.min(2 * wait, 4000);
      }
    }
  })();
}
