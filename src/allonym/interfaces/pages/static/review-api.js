// What the page asks of the server. Changes go out one after the other; the page says whether they are kept.

const ROOT = "/api/review";
const PAUSES = [500, 1000, 2000, 4000, 8000];

export class Refused extends Error {
  constructor(status, detail, body) {
    super(detail);
    this.status = status;
    this.body = body;
  }
}

async function ask(path, options = {}) {
  const answer = await fetch(`${ROOT}${path}`, { credentials: "same-origin", cache: "no-store", ...options });
  if (answer.ok) return answer.json();
  const body = await answer.json().catch(() => ({}));
  throw new Refused(answer.status, body.detail ?? `the server answered ${answer.status}`, body);
}

const query = (values) => {
  const told = Object.entries(values).filter(([, value]) => value !== "" && value !== null && value !== undefined && value !== false);
  const text = new URLSearchParams(told.map(([name, value]) => [name, value === true ? "true" : String(value)])).toString();
  return text ? `?${text}` : "";
};

export const settings = () => ask("/settings");
export const documents = (wanted) => ask(`/documents${query(wanted)}`);
export const sheet = (n) => ask(`/documents/${n}`);
export const next = (from, mark) => ask(`/next${query({ from, mark })}`);
export const deferred = (k) => ask(`/deferred${query({ k })}`);

export const post = (path, body) =>
  ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Allonym": "1" },
    body: JSON.stringify(body),
  });

// Send a file as it is. Its name goes along in letters that a header can hold.
export const upload = (path, file) =>
  ask(path, { method: "POST", headers: { "X-Allonym": "1", "X-Name": encodeURIComponent(file.name) }, body: file });

// A server that was started anew does not know this page until its link was opened; one that is busy may have time soon.
const LATER = new Set([401, 403, 408, 429, 503]);

// Sends changes in turn. A server that cannot be reached, or does not know us, is tried again; what it refuses is not.
export class Queue {
  constructor(onState) {
    this.onState = onState;
    this.waiting = 0;
    this.stuck = "";
    this.refused = 0;
    this.last = Promise.resolve();
  }

  // `body` is asked for when its turn comes, and the answer is taken in before the next one goes out: versions follow.
  send(path, body, take) {
    if (!this.waiting) this.refused = 0;
    this.waiting += 1;
    this.onState(this.stuck ? "unsaved" : "saving", this);
    const done = this.last.then(() => this.#patiently(path, body)).then((answer) => take(answer) ?? answer);
    this.last = done.catch(() => {});
    return done.finally(() => {
      this.waiting -= 1;
      this.onState(this.waiting ? "saving" : "saved", this);
    });
  }

  async #patiently(path, body) {
    for (let turn = 0; ; turn += 1) {
      try {
        const answer = await post(path, body());
        this.stuck = "";
        return answer;
      } catch (error) {
        const known = error instanceof Refused;
        if (known && !LATER.has(error.status)) {
          this.stuck = "";
          this.refused += 1;
          throw error;
        }
        this.stuck = known && error.status < 408 ? "stranger" : "away";
        this.onState("unsaved", this);
        await new Promise((resolve) => setTimeout(resolve, PAUSES[Math.min(turn, PAUSES.length - 1)]));
      }
    }
  }
}
