/**
 * Cuts a text to at most `most` units of UTF-16, which is how LINE counts. Never splits a character of two units (🌸,
 * 𠮷), because PostgreSQL rejects half of one in JSON.
 */
export const cutText = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
