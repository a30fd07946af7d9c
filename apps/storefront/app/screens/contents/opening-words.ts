const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': ' ' }

/** The first words of a page as plain text, for search results and link previews. */
export function openingWords(html: string): string {
  const paragraph = /<p\b[^>]*>(.*?)<\/p>/s.exec(html)?.[1] ?? ''
  const words = paragraph.replace(/<[^>]*>/g, '').replace(/&\w+;/g, (sign) => signs[sign] ?? sign)
  return words.replace(/\s+/g, ' ').trim().slice(0, 110)
}
