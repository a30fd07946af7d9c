import { firstPaymentLabel, yearlyCount } from '@kushi/values/subscription-status'
import { Link, useLoaderData, useNavigate } from 'react-router'
import type { BlockProps } from '../../../blocks/block-props.ts'
import type { ShownBlock } from '../../../blocks/load-blocks.server.ts'
import { loginPath } from '../../../navigate.ts'
import { AmountRows } from '../../../parts/amount-rows.tsx'
import { GiftList } from '../../../parts/gift-list.tsx'
import { intervals, intervalValue, patternOf } from '../../../parts/interval.ts'
import { LaterPrices } from '../../../parts/later-prices-list.tsx'
import { PriceNotes } from '../../../parts/price-notes.tsx'
import { PromotionList } from '../../../parts/promotion-list.tsx'
import { keepPagePurchase } from '../../../state/page-purchase.ts'
import { kindOfCart, purchasePath } from '../../../state/purchase-kind.ts'
import { beginAsNewcomer, registerStore, useRegister } from '../../../state/register.ts'
import { useCustomer } from '../../../state/session.ts'
import { useQuote } from '../../../state/use-quote.ts'
import { Band } from '../../../ui/band.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { OrderItems } from '../order-items.tsx'
import type { loadLandingPage } from './load-landing-page.server.ts'

/** The page's goods with each price, and the way into the order form with nothing else in it. */
export function OrderBlock({ block: { title, text } }: Pick<BlockProps<ShownBlock<'form'>>, 'block'>) {
  const { page, quote: forAll } = useLoaderData<typeof loadLandingPage>()
  const customer = useCustomer()
  const isPeriodic = page.cart_type === 1
  // A member may have prices of their own.
  const own = useQuote({
    items: customer ? page.items.map(({ product_sku_id: id, quantity }) => ({ id, quantity })) : [],
    isPeriodic,
  })
  const quote = own.data ?? forAll
  const gone = quote?.items.find((item) => item.is_out_stock || !item.visible)
  return (
    <Band title={title} {...(text && { lead: text })} isNarrow>
      <div id="order" className="grid w-full scroll-mt-24 gap-6">
        {!quote || quote.items.length < page.items.length ? (
          <Unpriced slug={page.slug} isMember={Boolean(customer)} />
        ) : (
          <>
            <OrderItems items={quote.items} />
            <GiftList gifts={quote.summary.gifts} />
            <AmountRows
              amounts={quote.summary}
              totalLabel={isPeriodic ? firstPaymentLabel(quote.items) : 'お支払い合計'}
              isEstimate
            />
            {quote.summary.following && yearlyCount(quote.items) === null && (
              <LaterPrices quote={quote.summary} note="税込" />
            )}
            <PriceNotes notes={quote.summary.notes} />
            <PromotionList promotions={quote.summary.promotions} />
            {gone ? <SoldOut product_id={gone.product_id} /> : <Begin items={quote.items} />}
          </>
        )}
      </div>
    </Band>
  )
}

type Items = NonNullable<Awaited<ReturnType<typeof loadLandingPage>>['quote']>['items']

function Begin({ items }: { items: Items }) {
  const { page } = useLoaderData<typeof loadLandingPage>()
  const navigate = useNavigate()
  const customer = useCustomer()
  const pattern = useRegister((state) => state.delivery_pattern)
  const kind = kindOfCart(page.cart_type)
  const offered = intervals.filter(({ value }) => page.intervals.some((one) => one === value))
  const chosen = offered.find(({ value }) => pattern && value === intervalValue(pattern)) ?? offered[0]
  function begin() {
    keepPagePurchase(kind, {
      items: items.map((item) => ({ ...item, cart_item_id: null })),
      path: `/lp/${page.slug}`,
      thanks: page.thanks,
    })
    // Keeps the day of the month that was chosen with it.
    if (chosen && (!pattern || intervalValue(pattern) !== chosen.value))
      registerStore.setState({ delivery_pattern: patternOf(chosen.value) })
    if (!customer) beginAsNewcomer()
    void navigate(purchasePath(kind, '', Boolean(customer)))
  }
  return (
    <>
      {chosen && (
        <SelectField
          label="お届け間隔"
          options={offered}
          value={chosen.value}
          onChange={(event) => registerStore.setState({ delivery_pattern: patternOf(event.currentTarget.value) })}
        />
      )}
      <Button wide onClick={begin}>
        お申し込みに進む
      </Button>
      <p className="text-sm text-muted">
        ご注文は、次の画面でご入力いただき、内容をご確認いただいたあとに確定します。
        <Link to="/contents/defrayal.html" className="text-link inline-flex min-h-tap items-center">
          特定商取引法に基づく表記
        </Link>
      </p>
    </>
  )
}

const SoldOut = ({ product_id }: { product_id: number }) => (
  <>
    <Notice tone="warning">ただいま品切れのため、お申し込みいただけません。</Notice>
    <ButtonLink to={`/products/detail/${product_id}#restock`} look="secondary" wide>
      商品のページで再入荷のお知らせを受け取る
    </ButtonLink>
  </>
)

/** A shop that shows prices to its members only, or goods that are not sold any more. */
const Unpriced = ({ slug, isMember }: { slug: string; isMember: boolean }) => (
  <>
    <Notice>
      ただいまお申し込みいただけません。{!isMember && '会員の方は、ログインするとお進みいただける場合があります。'}
    </Notice>
    {!isMember && (
      <ButtonLink to={loginPath(`/lp/${slug}`)} look="secondary" wide>
        ログイン
      </ButtonLink>
    )}
  </>
)
