const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': ' ' }

/** What a page begins with, in plain words: for a search engine's list, and a preview of a link. */
export function openingWords(html: string): string {
  const paragraph = /<p\b[^>]*>(.*?)<\/p>/s.exec(html)?.[1] ?? ''
  const words = paragraph.replace(/<[^>]*>/g, '').replace(/&\w+;/g, (sign) => signs[sign] ?? sign)
  return words.replace(/\s+/g, ' ').trim().slice(0, 110)
}
