/// Presses that the server has not answered yet. They are kept on this device, one entry for each,
/// and all tabs of the page send from the same queue.
class Queue {
  /// - Parameters `name`: name of the role; `path`: path to which presses are sent; `changed`:
  ///   called after each change of the queue; `answered`: called with a press and its answer.
  constructor(name, path, changed, answered) {
    Object.assign(this, { prefix: `room.press.${name}.`, path, changed, answered });
    this.isBusy = false;
    this.wait = 500;
    addEventListener("storage", event => {
      if (event.key === null || event.key.startsWith("room.")) { changed(); this.send(); }
    });
    // Aborts a request on a broken connection, and sends its press again on the new connection.
    link.onBack.push(() => { this.wait = 500; this.stop?.abort(); this.send(); });
    addEventListener("online", () => this.send());
  }

  items() {
    const found = [];
    for (let index = 0; index < storage.length; index++) {
      const key = storage.key(index);
      if (!key?.startsWith(this.prefix)) continue;
      try { found.push(JSON.parse(storage.getItem(key))); } catch { storage.removeItem(key); }
    }
    return found.filter(Boolean).sort((one, other) => one.wall - other.wall);
  }

  keep(item) { storage.setItem(this.prefix + item.id, JSON.stringify(item)); }

  drop(item) { storage.removeItem(this.prefix + item.id); }

  /// Returns the words of the presses that the session did not record. They are named until they
  /// are dismissed, also after a reload, or until another session keeps its own.
  gone(session) {
    try {
      const kept = JSON.parse(storage.getItem("room.gone"));
      return kept.session === session ? kept.words : [];
    } catch { return []; }
  }

  keepGone(session, words) {
    storage.setItem("room.gone", JSON.stringify({ session, words }));
  }

  /// - Parameter press: `key`, `answer` or `note`; `turn`; `session`; `zip`, the id of a zip file
  ///   that is still being sent; `of`, the page on which the press was made; and `aside`, whether
  ///   later presses may be answered before this one.
  add(press, event) {
    const { load, ...stamp } = time.of(event);
    this.keep({ ...press, id: unique(), load, time: stamp, wall: Date.now() });
    this.changed();
    this.send();
  }

  /// Runs `act` in one tab at a time. A press that two tabs send is recorded only once, because
  /// both send the same id.
  async alone(act) {
    if (!navigator.locks) return act();
    let began = false;
    try {
      await navigator.locks.request(this.prefix, { signal: AbortSignal.timeout(12000) },
        () => { began = true; return act(); });
    } catch (error) {
      if (began) throw error;
      await act();
    }
  }

  async send() {
    if (this.isBusy) return;
    this.isBusy = true;
    let isDone = true;
    try {
      await this.alone(async () => { isDone = await this.sendAll(); });
    } finally { this.isBusy = false; }
    this.changed();
    if (isDone) { this.wait = 500; return; }
    clearTimeout(this.later);
    this.later = setTimeout(() => this.send(), this.wait);
    this.wait = Math.min(2 * this.wait, 5000);
  }

  /// Sends the presses in order. While a press with `aside` must wait, the presses after it are
  /// sent.
  ///
  /// - Returns: whether all presses were answered.
  async sendAll() {
    for (let held = []; ;) {
      const items = this.items();
      if (!items.length) return true;
      const next = items.find(item => !held.includes(item.id));
      const result = next ? await this.sendOne(next) : "wait";
      if (!result) return false;
      if (result !== "wait") continue;
      if (next?.aside) { held.push(next.id); continue; }
      await pause(250);
      held = [];
    }
  }

  /// - Returns: whether the press was answered, or `"wait"` if it must be sent again.
  async sendOne(item) {
    const isOfLoad = item.load === time.load;
    if (isOfLoad && item.time.offset === null) {
      const { offset, roundTrip, boot } = time;
      Object.assign(item.time, { offset, roundTrip, boot });
    }
    const ago = isOfLoad ? performance.now() - item.time.page : Date.now() - item.wall;
    const { id, load, turn, session, key, answer, note, zip } = item;
    let result;
    this.stop = new AbortController();
    try {
      result = await talk(this.path, { seconds: 15, signal: this.stop.signal, body: {
        id, load, turn, session, key, answer, note, zip,
        time: { ...item.time, ago: Math.max(0, ago) } } });
    } catch (error) {
      const isFinal = error.status >= 400 && error.status < 500
        && ![401, 403, 408, 429].includes(error.status);
      if (!isFinal) {
        // If the press is no longer stored, another tab has received its answer.
        if (!error.status && storage.getItem(this.prefix + id)) {
          item.time.late = true;
          this.keep(item);
        }
        return false;
      }
      result = { outcome: "refused", notice: error.message };
    }
    if (result.outcome === "wait") return "wait";
    this.drop(item);
    this.answered(item, result);
    return true;
  }
}
