import type { PayLink } from '@kushi/contract/subscription'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { fieldRuleMessage } from '@kushi/values/message'
import { isCardPayment } from '@kushi/values/payment-method'
import { userMessage } from '@kushi/values/user-message'
import { formatYen } from '@kushi/values/yen'
import { Link } from 'react-router'
import { CardForm } from '../../../payment/card-form.tsx'
import { ThirdPartyConsent } from '../../../payment/third-party-consent.tsx'
import { paymentChoice } from '../../../state/purchase-draft.ts'
import { BottomBar } from '../../../ui/bottom-bar.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { usePayDelivery } from './use-pay-delivery.ts'

/** What is delivered, until when and by what it can be paid; the total is that of the chosen way. */
export function PayForm({ token, link }: { token: string; link: PayLink }) {
  const paying = usePayDelivery(token, link)
  const { delivery, methods } = link
  const { method } = paying
  const totals = methods.map((one) => one.payment_total)
  const isOneTotal = new Set(totals).size === 1
  const total = method?.payment_total ?? (isOneTotal ? totals[0]! : null)
  const problem = paying.problem ?? link.message
  return (
    <div className="grid gap-8">
      {problem && (
        <Notice tone="danger" role="alert" title="お支払いは済んでいません">
          {problem}
        </Notice>
      )}
      {delivery && (
        <Rows>
          <Row label="お届け予定日" align="start">
            {formatDateWithWeekday(delivery.delivery_date)}
          </Row>
          <Row label="商品" align="start">
            {delivery.goods.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </Row>
          <Row label="お支払いの期限" align="start">
            {formatDateWithWeekday(delivery.pay_until)}
          </Row>
          {total !== null && (
            <Row label="お支払い合計(税込)" strong>
              {formatYen(total)}
            </Row>
          )}
        </Rows>
      )}
      {methods.length > 0 ? (
        <>
          <section className="grid gap-4" aria-labelledby="pay-by">
            <h2 id="pay-by" className="text-lg">
              お支払い方法
            </h2>
            <RadioCards
              legend="お支払い方法"
              hideLegend
              value={method ? paymentChoice(method.payment_method_id) : ''}
              onValue={(value) => {
                const chosen = methods.find((one) => paymentChoice(one.payment_method_id) === value)
                if (chosen) paying.choose(chosen.payment_method_id)
              }}
              error={paying.isMethodMissing ? fieldRuleMessage('cmn-err-002', 'お支払い方法') : undefined}
              options={methods.map((one) => ({
                value: paymentChoice(one.payment_method_id),
                label: one.payment_name,
                description: one.description,
                aside: isOneTotal ? undefined : <span className="numeric text-sm">{formatYen(one.payment_total)}</span>,
              }))}
            />
            {method && isCardPayment(method.payment_method_id) && (
              <div className="grid gap-4 rounded-base border border-line bg-surface p-4 md:p-6">
                <CardForm form={paying.cardForm} />
                <p className="text-xs text-muted">
                  カード番号は当店を通らず、決済代行会社へ直接送られます。このカードは、このお届けのお支払いにだけ使い、登録しません。
                </p>
              </div>
            )}
            {method?.consent_text && (
              <ThirdPartyConsent
                text={method.consent_text}
                checked={paying.consent}
                onChange={({ target }) => paying.setConsent(target.checked)}
                error={paying.isConsentMissing ? userMessage('third_party_consent_required') : undefined}
              />
            )}
          </section>
          <p className="text-sm text-muted">
            合計のほかに、手数料はかかりません。お支払いいただくのはこのお届けの1回分だけで、これからのお支払い方法は変わりません。変更は、
            <Link to="/mypage/subscriptions" className="text-link">
              マイページ
            </Link>
            (ログインが必要です)でお手続きいただけます。
          </p>
          <BottomBar onDesktop="inline">
            <div className="flex items-center gap-4">
              {total !== null && (
                <span aria-hidden="true" className="grid shrink-0">
                  <span className="text-xs text-muted">合計(税込)</span>
                  <span className="numeric text-lg font-medium leading-tight">{formatYen(total)}</span>
                </span>
              )}
              <Button wide pending={paying.isPaying} onClick={paying.pay}>
                {paying.isPaying ? 'お待ちください' : 'この方法で支払う'}
              </Button>
            </div>
          </BottomBar>
        </>
      ) : (
        <ButtonLink to="/mypage/subscriptions">マイページの定期便へ</ButtonLink>
      )}
    </div>
  )
}
