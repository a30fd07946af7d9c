import type { ShopApiClient } from '@kushi/contract/client'

/** アクセシビリティ方針, which not every shop has written. */
export const accessibilityPage = '/contents/accessibility.html'

export const hasAccessibilityPage = (api: ShopApiClient): Promise<boolean> =>
  api('GET /v1/setting/shop/content/{name}', { params: { name: 'accessibility' } }).then(
    () => true,
    () => false,
  )
