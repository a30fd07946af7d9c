/** How a voice (お客様の声) came about: given freely, for goods, for money, or written for the demo. */
export const VOICE_ORIGINS = ['own', 'goods', 'paid', 'demo'] as const
export type VoiceOrigin = (typeof VOICE_ORIGINS)[number]

/**
 * What has to stand beside a voice: words for which something was given are an advert, and the reader must see it
 * (景品表示法 5条3号, ステルスマーケティング). Empty: nothing.
 */
export const VOICE_MARK: Readonly<Record<VoiceOrigin, string>> = {
  own: '',
  goods: '商品を提供した方の声です(PR)',
  paid: '謝礼をお渡しした方の声です(PR)',
  demo: 'デモの文章です',
}
