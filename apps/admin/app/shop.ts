const KEY = 'kushi-admin-shop'

/** The shop that this window works in; null: the installation's default. Kept for the tab, so that two tabs can differ. */
export function currentShop(): number | null {
  const kept = Number(sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY))
  return Number.isInteger(kept) && kept > 0 ? kept : null
}

export function chooseShop(id: number): void {
  sessionStorage.setItem(KEY, String(id))
  localStorage.setItem(KEY, String(id))
}

/** After the door of an invitation: into the shop that invited. */
export function enterShop({ shop_id }: { shop_id: number }): void {
  chooseShop(shop_id)
  location.assign('/admin/')
}
