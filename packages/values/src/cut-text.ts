/**
 * The beginning of a text, at most so many units of UTF-16, which is how LINE counts. A character of two units (🌸, 𠮷) is never cut in half:
 * PostgreSQL refuses half of one in JSON.
 */
export const cutText = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
