const linkText = () => decodeURIComponent(location.hash.slice(1));

/// Random text of this tab. With the same text, the link can be used again, because the first
/// answer may have been lost.
const attempt = sessionStorage.getItem("room.attempt") ?? unique();
sessionStorage.setItem("room.attempt", attempt);

function refuse(text) {
  $("refusal").textContent = text;
  show("enter", false);
}

function look() {
  $("refusal").textContent = "";
  show("enter", true);
  if (!linkText()) refuse(word("page.noLink"));
}

$("enter").addEventListener("click", async ({ currentTarget: button }) => {
  // Each use of the link replaces the cookie of the one before.
  if (button.hasAttribute("aria-disabled")) return;
  button.setAttribute("aria-disabled", "true");
  try {
    const { role } = await ask("/enter", { body: { link: linkText(), attempt } });
    // Removes this page from the browser's history, because the link cannot be used again.
    location.replace(role === "facilitator" ? "/facilitator" : "/");
  } catch (error) {
    button.removeAttribute("aria-disabled");
    if (error.status) refuse(error.message);
    else $("refusal").textContent = word("page.noAnswer");
  }
});

addEventListener("hashchange", look);
loadWords().finally(() => {
  look();
  document.body.dataset.ready = "yes";
});
