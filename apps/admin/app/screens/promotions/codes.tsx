import type { NewPromotionCodes, PromotionEdit } from '@kushi/contract/admin/promotion'
import { canBeReferralPromotion } from '@kushi/values/promotion'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { download } from '../../download.ts'
import { useMay } from '../../me.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, Refusal } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Section } from '../../ui/page.tsx'
import { PastedField } from '../../ui/pasted-field.tsx'
import { formatNumber } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'

const { Form, TextField, NumberField, SelectField } = formFor<Values>()

interface Values {
  kind: NewPromotionCodes['kind']
  code: string
  count: number | null
  max_uses: number | null
  issued_to: string
  pasted_codes: string
}

/** クーポンコード of a promotion: the first of them, new ones, and the CSV. */
export function Codes({ promotion }: { promotion: PromotionEdit }) {
  const { id, codes } = promotion
  const isLink = promotion.trigger === 'link'
  const mayWrite = useMay('catalogue.write')
  const [isAdding, setAdding] = useState(false)
  const { act, isBusy, refusal } = useAction()
  return (
    <Section
      title={isLink ? '専用のリンク' : 'クーポンコード'}
      lead={
        isLink
          ? 'お店のページのリンクの最後に、下の「?coupon=…」を付けてご案内ください。開いた方だけに適用され、コードの欄に入力しても使えません。'
          : 'リンクの最後に「?coupon=コード」を付けると、開いた方のカートにコードが入ります。'
      }
      actions={
        mayWrite && (
          <>
            <Button onClick={() => setAdding(true)}>{isLink ? 'リンクを加える' : 'コードを加える'}</Button>
            {codes.count > 0 && (
              <Button
                isBusy={isBusy}
                onClick={() =>
                  void act(() => download('POST /admin/v1/promotions/{id}/codes/export', { encoding: 'utf-8' }, { id }))
                }
              >
                CSVを出力する
              </Button>
            )}
          </>
        )
      }
    >
      <Refusal>{refusal}</Refusal>
      {codes.count === 0 ? (
        <p className="text-muted">
          {isLink
            ? canBeReferralPromotion(promotion)
              ? 'まだリンクがありません。お友だち紹介に使うだけなら、なくても公開できます。'
              : 'まだリンクがありません。リンクを加えると公開できます。'
            : 'まだコードがありません。コードを加えると公開できます。'}
        </p>
      ) : (
        <>
          <ul className="flex flex-wrap gap-x-6 gap-y-1">
            {codes.first.map(({ code, used, max_uses }) => (
              <li key={code} className="numeric">
                {isLink ? `?coupon=${code}` : code}
                {max_uses !== null && (
                  <span className="ml-1 text-muted text-xs">
                    {formatNumber(used)}/{formatNumber(max_uses)}回
                  </span>
                )}
              </li>
            ))}
          </ul>
          {codes.count > codes.first.length && (
            <p className="mt-1 text-muted text-xs">
              はじめの{codes.first.length}枚です。全部で{formatNumber(codes.count)}枚あります。
            </p>
          )}
        </>
      )}
      {isAdding && <Add id={id} isLink={isLink} onClose={() => setAdding(false)} />}
    </Section>
  )
}

function Add({ id, isLink, onClose }: { id: number; isLink: boolean; onClose(): void }) {
  const { revalidate } = useRevalidator()
  return (
    <Dialog isOpen onClose={onClose} title={isLink ? 'リンクを加える' : 'コードを加える'}>
      <Form
        values={{ kind: isLink ? 'link' : 'word', code: '', count: 100, max_uses: 1, issued_to: '', pasted_codes: '' }}
        submit="加える"
        permission="catalogue.write"
        done={isLink ? 'リンクを加えました' : 'コードを加えました'}
        save={async ({ kind, code, count, max_uses, issued_to, pasted_codes }) => {
          const bodies: Record<NewPromotionCodes['kind'], NewPromotionCodes> = {
            link: { kind: 'link', issued_to },
            word: { kind: 'word', code, issued_to },
            file: { kind: 'file', pasted_codes, max_uses: max_uses as number },
            random: { kind: 'random', count: count as number, max_uses: max_uses as number, issued_to },
          }
          await api('POST /admin/v1/promotions/{id}/codes', { params: { id }, body: bodies[kind] })
          await revalidate()
          onClose()
        }}
      >
        {(form) => (
          <>
            {!isLink && (
              <SelectField
                name="kind"
                label="種類"
                choices={[
                  { value: 'word', label: '1つの言葉(だれでも同じコード)' },
                  { value: 'random', label: '1枚ずつ違うコード(10文字)' },
                  { value: 'file', label: '手元のコードの一覧(CSV)' },
                ]}
              />
            )}
            {form.watch('kind') === 'word' && (
              <TextField
                name="code"
                label="コード"
                isRequired
                maxLength={20}
                hint="半角の英数字で3〜20文字。大文字と小文字は同じです。例: AKI2026"
              />
            )}
            {form.watch('kind') === 'random' && (
              <div className="grid gap-x-6 md:grid-cols-2">
                <NumberField name="count" label="枚数" unit="枚" isRequired />
                <NumberField name="max_uses" label="1枚を使える回数" unit="回" isRequired />
              </div>
            )}
            {form.watch('kind') === 'file' ? (
              <>
                <PastedField<Values>
                  name="pasted_codes"
                  label="コード"
                  hint="1行に「コード」または「コード,発行先」。一度に10,000行まで。ひとつでも使えない行があれば、どれも加えません。"
                />
                <NumberField name="max_uses" label="1枚を使える回数" unit="回" isRequired />
              </>
            ) : (
              <TextField name="issued_to" label="発行先" maxLength={60} hint="お店の控えです。例: 11月号のチラシ" />
            )}
          </>
        )}
      </Form>
    </Dialog>
  )
}
