const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML mail. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]!)
