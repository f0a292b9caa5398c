const linkText = () => location.hash.slice(1);

/// Random text of this tab. The link can be used again with the same text, because the response to
/// its first use may have been lost.
const attempt = tabStorage.getItem("room.attempt") ?? unique();
tabStorage.setItem("room.attempt", attempt);

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
  // Ignores a second click, because each use of the link replaces the cookie of the previous use.
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
