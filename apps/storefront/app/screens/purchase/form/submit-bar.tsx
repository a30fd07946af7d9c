import type { Quote } from '@kushi/contract/quote'
import { formatYen } from '@kushi/values/yen'
import { useFormState } from 'react-hook-form'
import { countErrors } from '../../../form/errors.ts'
import { WrongFields } from '../../../form/form.tsx'
import type { PurchaseFields } from '../../../form/purchase.ts'
import type { CardFormState } from '../../../payment/use-card-form.ts'
import { BottomBar } from '../../../ui/bottom-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

interface SubmitBarProps {
  isMember: boolean
  isPending: boolean
  /** The total is that of the first delivery only. */
  isFirst: boolean
  problem: string | null
  quote: Quote | undefined
  cardForm: CardFormState
  /** In place, below a 申し込みページ, whose other parts it must not cover. */
  isOnLandingPage?: boolean
}

/** The submit button, with the total and the errors. */
export function SubmitBar({ isMember, isPending, isFirst, problem, quote, cardForm, isOnLandingPage }: SubmitBarProps) {
  const { errors } = useFormState<PurchaseFields>()
  const missing = countErrors(errors) + Object.keys(cardForm.failures).length
  const button = (
    <Button type="submit" wide pending={isPending}>
      {isMember ? '入力内容を確認する' : '会員登録して確認へ進む'}
    </Button>
  )
  return (
    <div className="grid gap-4">
      {problem && (
        <Notice tone="danger" role="alert">
          <span className="whitespace-pre-line">{problem}</span>
        </Notice>
      )}
      {isOnLandingPage ? (
        <div>
          <WrongFields count={missing} />
          {button}
        </div>
      ) : (
        <BottomBar onDesktop="inline">
          <WrongFields count={missing} />
          <div className="flex items-center gap-4">
            {quote && (
              <span aria-hidden="true" className="grid shrink-0 md:hidden">
                <span className="text-xs text-muted">{isFirst ? '1回目' : '合計'}(税込)</span>
                <span className="numeric text-lg font-medium leading-tight">{formatYen(quote.payment_total)}</span>
              </span>
            )}
            {button}
          </div>
        </BottomBar>
      )}
    </div>
  )
}
