/** How the shop got a testimonial (お客様の声): given freely, for goods, for money, or written for the demo. */
export const VOICE_ORIGIN_NAME = {
  own: '対価なし(ご本人の自発的な声)',
  goods: '商品を提供した',
  paid: '謝礼・ポイント・割引を渡した',
  demo: 'デモ',
} as const
export type VoiceOrigin = keyof typeof VOICE_ORIGIN_NAME

/**
 * The notice that must stand beside a testimonial; empty if none is needed. Words for which something was given are
 * advertising, and the reader must see that (景品表示法 5条3号, ステルスマーケティング).
 */
export const VOICE_DISCLOSURE_TEXT: Readonly<Record<VoiceOrigin, string>> = {
  own: '',
  goods: '商品を提供した方の声です(PR)',
  paid: '謝礼をお渡しした方の声です(PR)',
  demo: 'デモの文章です',
}
