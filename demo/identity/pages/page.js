// Shows and hides the typed password. Without scripts, the button stays hidden.
for (const button of document.querySelectorAll(".show")) {
  const input = button.previousElementSibling;
  const show = (isShown) => {
    input.type = isShown ? "text" : "password";
    button.setAttribute("aria-pressed", String(isShown));
  };
  button.hidden = false;
  button.addEventListener("click", () => show(input.type === "password"));
  // Browsers store a password only of a field of this type.
  input.form.addEventListener("submit", () => show(false));
}

// A menu closes like those of the website: by Escape, and by a click elsewhere.
const menu = document.querySelector(".languages");
if (menu) {
  document.addEventListener("click", ({ target }) => {
    if (!menu.contains(target)) menu.open = false;
  });
  menu.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
}
