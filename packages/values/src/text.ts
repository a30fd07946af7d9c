const HYPHENS = /[-‐‑‒–—―−－ーｰ─━﹣]/g

/**
 * Full-width letters, digits, symbols and spaces → half-width (半角): `ＡＢＣ　１−２` → `ABC 1-2`.
 *
 * Katakana stays as it is, and so does everything else, unlike under Unicode's NFKC, which would turn ㈱ into (株).
 */
export function toHalfWidth(text: string): string {
  return (
    text
      .replace(/[！-～]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
      .replace(/\u3000/g, ' ')
      // The keys for － and ～ give these two on a Mac.
      .replace(/\u2212/g, '-')
      .replace(/\u301c/g, '~')
  )
}

/** Kana and dakuten that are written apart, as Macs do, as one character: `か` + U+3099 → `が`. */
export function composed(text: string): string {
  // Not the whole text: composing would also swap U+FA19 and other kanji of names for their everyday forms.
  return text.replace(/[\u3041-\u30ff][\u3099\u309a]/g, (kana) => kana.normalize('NFC'))
}

/** Without half- and full-width commas: names and addresses end up in comma-separated files of carriers. */
export function stripCommas(text: string): string {
  return text.replace(/[,，]/g, '')
}

/** Without white space at both ends, the full-width space included. */
export function trim(text: string): string {
  return text.trim()
}

/** Half-width and without any hyphen-like character or space, as typed into number fields: `０３ー１２３４` → `031234`. */
export function compactDigits(text: string): string {
  return toHalfWidth(text).replace(HYPHENS, '').replace(/\s/g, '')
}
