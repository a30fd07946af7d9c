/** Keeps numbers with hyphens (0120-000-000) in one line; browsers break behind a hyphen. Links stay as they are. */
export const wholeNumbers = (html: string): string =>
  html.replace(/(^|>)[^<]+/g, (text) => text.replace(/\d+(?:-\d+)+/g, '<span class="whitespace-nowrap">$&</span>'))
