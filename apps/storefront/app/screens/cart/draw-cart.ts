/**
 * Inlined into the cart page after the list of rows (see `inline-script-plugin.ts`). Makes the rows of a guest's items of
 * the page's samples (`row-samples.ts`), as soon as the page is visible. It may not import.
 */
interface StoredCartItem {
  subscription: 0 | 1
  quantity: number
  set_item_name1: string | null
  set_item_name2: string | null
  price: number
  following_price: number
  subtotal: number
  lump_sum_payment_flag: boolean
}

const root = document.documentElement
const place = document.querySelector('[data-early-cart]')
const samples = document.querySelector<HTMLElement>('[data-placeholders]')

const yen = (amount: number) => `¥${String(amount).replace(/\B(?=(?:\d{3})+$)/g, ',')}`

function sampleOf({ subscription, lump_sum_payment_flag, price, following_price }: StoredCartItem): Element {
  const kind =
    subscription !== 1
      ? 'single'
      : lump_sum_payment_flag
        ? 'lump_sum'
        : price === following_price
          ? 'periodic'
          : 'first_price'
  return samples!.querySelector(`[data-sample="${kind}"]`)!.firstElementChild!
}

function row(item: StoredCartItem): Node {
  const values: Record<string, unknown> = {
    ...item,
    variant: [item.set_item_name1, item.set_item_name2].filter(Boolean).join(' / '),
    price: yen(item.price),
    following_price: yen(item.following_price),
    subtotal: yen(item.subtotal),
    loading: 'eager',
    later: '',
  }
  const pairs = Object.entries<string>(JSON.parse(samples!.dataset.placeholders!))
  const fillPlaceholders = (text: string) =>
    pairs.reduce((all, [field, placeholder]) => all.split(placeholder).join(String(values[field])), text)
  // Outside of the page, so that a picture is requested only with its own address.
  const rowNode = document.implementation.createHTMLDocument('').importNode(sampleOf(item), true)
  for (const element of [rowNode, ...rowNode.querySelectorAll('*')])
    for (const attribute of element.attributes) attribute.value = fillPlaceholders(attribute.value)
  const texts = document.createTreeWalker(rowNode, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) texts.currentNode.nodeValue = fillPlaceholders(texts.currentNode.nodeValue!)
  return document.importNode(rowNode, true)
}

if (place && samples && root.dataset.cart === 'filled')
  try {
    const items: StoredCartItem[] = JSON.parse(
      (root.dataset.asOf ? sessionStorage : localStorage).getItem('kushi.cart') ?? '[]',
    )
    const itemsOfType = (type: number) => items.filter(({ subscription }) => subscription === type)
    const requestedTab = new URLSearchParams(location.search).get('tab')
    const type = requestedTab === 'periodic' || (requestedTab !== 'normal' && itemsOfType(0).length === 0) ? 1 : 0
    place.append(...itemsOfType(type).map(row))
    for (const count of document.querySelectorAll<HTMLElement>('[data-early-count]')) {
      const tabCount = Number(count.dataset.earlyCount)
      count.textContent = `(${itemsOfType(tabCount).reduce((sum, { quantity }) => sum + quantity, 0)})`
      if (tabCount === type) count.closest('a')?.setAttribute('aria-current', 'true')
      else count.closest('a')?.removeAttribute('aria-current')
    }
  } catch {
    // An unreadable cart counts as empty. The screen shows it after hydration.
  }

export {}
