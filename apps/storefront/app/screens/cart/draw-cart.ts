/**
 * Inlined into the cart page after the list of rows (see `inline-script-plugin.ts`). Makes the rows of a guest's items of
 * the page's samples (`row-samples.ts`), as soon as the page is visible. It may not import.
 */
interface Entry {
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

function sampleOf({ subscription, lump_sum_payment_flag, price, following_price }: Entry): Element {
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

function row(item: Entry): Node {
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
  const filled = (text: string) =>
    pairs.reduce((all, [field, placeholder]) => all.split(placeholder).join(String(values[field])), text)
  // Outside of the page, so that a picture is requested only with its own address.
  const made = document.implementation.createHTMLDocument('').importNode(sampleOf(item), true)
  for (const element of [made, ...made.querySelectorAll('*')])
    for (const attribute of element.attributes) attribute.value = filled(attribute.value)
  const texts = document.createTreeWalker(made, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) texts.currentNode.nodeValue = filled(texts.currentNode.nodeValue!)
  return document.importNode(made, true)
}

if (place && samples && root.dataset.cart === 'filled')
  try {
    const items: Entry[] = JSON.parse((root.dataset.asOf ? sessionStorage : localStorage).getItem('kushi.cart') ?? '[]')
    const of = (type: number) => items.filter(({ subscription }) => subscription === type)
    const asked = new URLSearchParams(location.search).get('tab')
    const type = asked === 'periodic' || (asked !== 'normal' && of(0).length === 0) ? 1 : 0
    place.append(...of(type).map(row))
    for (const count of document.querySelectorAll<HTMLElement>('[data-early-count]')) {
      const ofTab = Number(count.dataset.earlyCount)
      count.textContent = `(${of(ofTab).reduce((sum, { quantity }) => sum + quantity, 0)})`
      if (ofTab === type) count.closest('a')?.setAttribute('aria-current', 'true')
      else count.closest('a')?.removeAttribute('aria-current')
    }
  } catch {
    // An unreadable cart counts as empty. The screen shows it after hydration.
  }

export {}
