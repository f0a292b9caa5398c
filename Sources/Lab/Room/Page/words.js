/// Words of the page by key, and the session's own sentences in the page's language. In a
/// sentence, `%` is a number or a word; a translation names it by its place, `%1`, `%2`.
const texts = { words: {}, patterns: [] };

const isKey = key => /^(page|desk)\.\w+$/.test(key);

function learn({ language, direction, words }) {
  texts.words = words;
  texts.patterns = Object.keys(words).filter(key => key.includes("%") && !isKey(key))
    .sort((one, other) => other.length - one.length)
    .map(key => [new RegExp("^" + key.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
      .replaceAll("%", "(.+?)") + "$", "su"), words[key]]);
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
  for (const element of document.querySelectorAll("[data-word]")) {
    element.textContent = word(element.dataset.word);
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", word(element.dataset.label));
  }
}

function filled(text, values) {
  let next = 0;
  return text.replace(/%(\d?)/g, (_, place) => values[place ? place - 1 : next++] ?? "");
}

function word(key, ...values) { return filled(texts.words[key] ?? key, values); }

/// A sentence of the session; a text of the study stays as it is.
function phrase(text) {
  if (!text) return text;
  if (Object.hasOwn(texts.words, text)) return texts.words[text];
  for (const [pattern, words] of texts.patterns) {
    const found = pattern.exec(text);
    if (found) return filled(words, found.slice(1).map(phrase));
  }
  return text;
}

/// The words are kept, so that a page that is loaded while the connection fails has them.
async function loadWords(path = "/words") {
  const kept = storage.getItem(`room.words.${path}`);
  if (kept) learn(JSON.parse(kept));
  for (let wait = 250; ; wait = Math.min(2 * wait, 4000)) {
    try {
      const answer = await ask(path, { seconds: 5 });
      storage.setItem(`room.words.${path}`, JSON.stringify(answer));
      return learn(answer);
    } catch (error) {
      if (path !== "/words" && [401, 403].includes(error.status)) return loadWords();
      if (kept || error.status) return;
      await pause(wait);
    }
  }
}
