// Shows the cookie banner once.

/** Returns true when the visitor has answered the banner before. */
export function bannerAnswered(storage) {
  return storage.getItem("banner") === "answered";
}

export function showBanner(document, storage) {
  if (bannerAnswered(storage)) return;
  const bar = document.createElement("div");
  bar.textContent = "This shop keeps your cart in your browser.";
  bar.addEventListener("click", () => {
    storage.setItem("banner", "answered");
    bar.remove();
  });
  document.body.append(bar);
}
