/** What the sheet shows after an item was added, or a toast if the sheet can't be shown. */
export const ADDED = 'カートに入れました'
