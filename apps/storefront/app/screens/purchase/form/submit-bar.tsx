import type { Quote } from '@kushi/contract/quote'
import { formatYen } from '@kushi/values/yen'
import { useFormState } from 'react-hook-form'
import type { CardFormState } from '../../../payment/use-card-form.ts'
import { BottomBar } from '../../../ui/bottom-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { countErrors } from './count-errors.ts'
import type { PurchaseForm } from './purchase-form.ts'

interface SubmitBarProps {
  isMember: boolean
  isPending: boolean
  problem: string | null
  quote: Quote | undefined
  cardForm: CardFormState
}

/** The way on, with what it comes to and what still stands in the way. */
export function SubmitBar({ isMember, isPending, problem, quote, cardForm }: SubmitBarProps) {
  const { errors } = useFormState<PurchaseForm>()
  const missing = countErrors(errors) + Object.keys(cardForm.failures).length
  return (
    <div className="grid gap-4">
      {problem && (
        <Notice tone="danger" role="alert">
          <span className="whitespace-pre-line">{problem}</span>
        </Notice>
      )}
      <BottomBar onDesktop="inline">
        <p aria-live="polite" className="text-sm text-danger empty:hidden max-md:-mt-1 max-md:pb-2">
          {missing > 0 && `ご確認いただきたい項目が${missing}か所あります`}
        </p>
        <div className="flex items-center gap-4">
          {quote && (
            <span aria-hidden="true" className="grid shrink-0 md:hidden">
              <span className="text-xs text-muted">合計(税込)</span>
              <span className="numeric text-lg font-medium leading-tight">{formatYen(quote.payment_total)}</span>
            </span>
          )}
          <Button type="submit" wide pending={isPending}>
            {isMember ? '入力内容を確認する' : '会員登録して確認へ進む'}
          </Button>
        </div>
      </BottomBar>
    </div>
  )
}
