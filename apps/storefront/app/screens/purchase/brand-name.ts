import { CARD_BRAND_NAME } from '@kushi/values/card-brand'

/** The brand as it is read; what the provider calls otherwise stays as it is. */
export const brandName = (brand: string | null): string =>
  (brand && CARD_BRAND_NAME[brand.toLowerCase() as keyof typeof CARD_BRAND_NAME]) || brand || 'カード'
