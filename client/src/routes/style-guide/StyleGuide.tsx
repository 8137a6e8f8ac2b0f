export function StyleGuide() {
  return <main>soon</main>;
}
