/** How a new member found the shop (当店をお知りになったきっかけ). `other` is その他. */
export const WHERE_DID_YOU_KNOW = {
  newspaper: 9,
  tv: 10,
  train_ad: 11,
  folded_leaflet: 12,
  acquaintance: 13,
  direct_store: 14,
  bundled_leaflet: 15,
  other: 99,
} as const
