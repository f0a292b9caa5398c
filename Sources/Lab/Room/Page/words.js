/// The page's texts by key, and the translations of the session's sentences. In a sentence, `%`
/// stands for a number or a word; a translation can refer to it by its position: `%1`, `%2`.
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

/// Returns the translation of a sentence of the session. Returns a text of the study unchanged.
///
/// - Parameter isNotice: whether an empty translation hides the text. False for texts of the study,
///   because a statement such as "My voice is recorded." may read like a hidden notice.
function phrase(text, isNotice = false) {
  if (!text) return text;
  const fits = words => words || isNotice;
  if (Object.hasOwn(texts.words, text) && fits(texts.words[text])) return texts.words[text];
  for (const [pattern, words] of texts.patterns) {
    const found = fits(words) && pattern.exec(text);
    if (found) return filled(words, found.slice(1).map(part => phrase(part)));
  }
  return text;
}

/// Loads the texts, and stores them for a page that is loaded while there is no connection.
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
