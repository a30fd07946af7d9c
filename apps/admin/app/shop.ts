const KEY = 'kushi-admin-shop'

/**
 * The shop of this window; null: the installation's default. Stored per tab, so that two tabs can use different shops.
 */
export function currentShop(): number | null {
  const kept = Number(sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY))
  return Number.isInteger(kept) && kept > 0 ? kept : null
}

export function chooseShop(id: number): void {
  sessionStorage.setItem(KEY, String(id))
  localStorage.setItem(KEY, String(id))
}

/** After an accepted invitation: opens the shop that sent it. */
export function enterShop({ shop_id }: { shop_id: number }): void {
  chooseShop(shop_id)
  location.assign('/admin/')
}
