import type { Subscription } from '@kushi/contract/subscription'
import { userMessage } from '@kushi/values/user-message'
import { formatYen } from '@kushi/values/yen'
import { Link } from 'react-router'
import { ConfirmSection } from '../../../parts/confirm-section.tsx'
import { ShippingFeeNotice } from '../../../parts/shipping-fee-notice.tsx'
import { Terms } from '../../../parts/terms.tsx'
import { ThirdPartyConsent } from '../../../payment/third-party-consent.tsx'
import { BottomBar } from '../../../ui/bottom-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { BeforeAfter } from './before-after.tsx'
import { chargeTiming } from './charge-timing.ts'
import { DeliveryTerms } from './delivery-terms.tsx'
import { feeChangeOf } from './fee-change.ts'
import type { ConfirmationData, ShownChange } from './load-confirmation.ts'
import { NextDelivery } from './next-delivery.tsx'
import { RefusedNotice } from './refused-notice.tsx'
import type { Confirmation } from './use-confirmation.ts'

interface ConfirmContentProps {
  data: ConfirmationData
  preview: ShownChange
  confirmation: Confirmation
}

/** Everything that the member is about to accept (特定商取引法 12条の6). */
export function ConfirmContent({ data, preview, confirmation }: ConfirmContentProps) {
  const { before, after, changes, warnings, consent_text } = preview
  const { isSaving, isLoading, consent } = confirmation
  // The error of the reload is newer than the error of the click.
  const problem = confirmation.refusal ?? confirmation.problem
  const shown = confirmation.problem?.shown_total ?? after.payment_total
  const isReopening = before.can.reopen
  const edit = `/mypage/subscriptions/${data.id}/edit${isReopening ? '?reopen=1' : ''}`
  return (
    <div className="grid gap-10">
      {data.isOutdated && !problem && (
        <Notice tone="warning" title="この定期便の内容が、途中で変わりました">
          「変更前」は、いまの内容です。変わるところをもう一度ご確認ください。
        </Notice>
      )}
      <ConfirmSection title="変更する内容" changeAt={edit}>
        <BeforeAfter before={before} after={after} changes={changes} />
        {warnings.length > 0 && (
          <Notice tone="warning" title="いまの在庫では、お届けできない商品があります">
            {warnings.map((warning) => (
              <p key={warning}>{warning}</p>
            ))}
            <p>このまま変更でき、在庫が入りしだいお届けします。</p>
          </Notice>
        )}
      </ConfirmSection>
      <ConfirmSection title={`次回(${after.cycle}回目)の商品と金額`}>
        <ShippingFeeNotice change={feeChangeOf(preview)} />
        <NextDelivery before={before} after={after} following={preview.following_payment_total} />
      </ConfirmSection>
      <ConfirmSection title="お支払い方法と時期">
        <PaymentTerms after={after} />
        {consent_text && (
          <ThirdPartyConsent
            text={consent_text}
            checked={consent.isGiven}
            onChange={({ target }) => consent.give(target.checked)}
            error={consent.isMissing ? userMessage('third_party_consent_required') : undefined}
          />
        )}
      </ConfirmSection>
      <ConfirmSection title="お届け先とお届けの時期" changeAt={edit}>
        <DeliveryTerms after={after} />
      </ConfirmSection>
      <ConfirmSection title="期間・変更・解約・返品">
        <Terms terms={preview.terms} />
        <p className="text-sm">
          <Link to="/contents/defrayal.html" className="text-link inline-flex min-h-tap items-center">
            特定商取引法に基づく表記
          </Link>
        </p>
      </ConfirmSection>
      {problem && (
        <RefusedNotice refusal={problem} edit={edit} onRetry={confirmation.reload}>
          {shown !== after.payment_total && (
            <p className="numeric">
              次回のお支払い: {formatYen(shown)} → {formatYen(after.payment_total)}
            </p>
          )}
        </RefusedNotice>
      )}
      <BottomBar onDesktop="inline">
        <div className="flex items-center gap-4">
          <span aria-hidden="true" className="grid shrink-0">
            <span className="text-xs text-muted">次回のお支払い(税込)</span>
            <span className="numeric text-lg font-medium leading-tight">{formatYen(after.payment_total)}</span>
          </span>
          <Button wide pending={isSaving || isLoading} onClick={() => void confirmation.save()}>
            {isSaving ? 'お待ちください' : isReopening ? 'この内容で再開する' : 'この内容で変更する'}
          </Button>
        </div>
      </BottomBar>
    </div>
  )
}

/** お支払い方法と時期. The change itself is free of charge. */
const PaymentTerms = ({ after }: { after: Subscription }) => (
  <div className="grid gap-3">
    <p>{after.prepaid ? `年払い(${after.prepaid.total}回分お支払い済み)` : after.payment_name}</p>
    <ul className="grid gap-1 text-sm">
      {chargeTiming(after).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </div>
)
