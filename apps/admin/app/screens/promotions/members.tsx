import { type AddedPromotionMembers, MAX_PASTED_MEMBERS, type PromotionEdit } from '@kushi/contract/admin/promotion'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { Button } from '../../ui/button.tsx'
import { Refusal } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Section } from '../../ui/page.tsx'
import { PastedField } from '../../ui/pasted-field.tsx'
import { formatNumber } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'

const { Form } = formFor<{ pasted_members: string }>()

/** 会員リスト of a promotion: how many, more of them, none. */
export function Members({ promotion: { id, member_count } }: { promotion: PromotionEdit }) {
  const mayWrite = useMay('catalogue.write')
  const { revalidate } = useRevalidator()
  const [added, setAdded] = useState<AddedPromotionMembers | null>(null)
  const { act, isBusy, refusal } = useAction()
  return (
    <Section
      title="会員リスト"
      lead={`いま${formatNumber(member_count)}名です。リストにいる会員がログインしてご注文されたときに適用されます。`}
      actions={
        mayWrite &&
        member_count > 0 && (
          <Button
            isBusy={isBusy}
            onClick={() =>
              confirm(`会員リストの${formatNumber(member_count)}名をすべて外しますか?`) &&
              void act(async () => {
                await api('DELETE /admin/v1/promotions/{id}/members', { params: { id } })
                setAdded(null)
              })
            }
          >
            リストを空にする
          </Button>
        )
      }
    >
      <Refusal>{refusal}</Refusal>
      {mayWrite && (
        <Form
          key={member_count}
          values={{ pasted_members: '' }}
          submit="リストに加える"
          look="plain"
          permission="catalogue.write"
          save={async (body) => {
            setAdded(await api('POST /admin/v1/promotions/{id}/members', { params: { id }, body }))
            await revalidate()
          }}
        >
          <PastedField<{ pasted_members: string }>
            name="pasted_members"
            label="加える会員"
            hint={`会員番号かメールアドレスを1行に1つ、または表の1列目に(一度に${formatNumber(MAX_PASTED_MEMBERS)}行まで)。`}
          />
        </Form>
      )}
      <div role="status" className="max-w-[800px]">
        {added && (
          <>
            <p>
              {formatNumber(added.added)}名を加えました。
              {added.already > 0 && `${formatNumber(added.already)}名は、すでにリストにいます。`}
            </p>
            {added.unknown_count > 0 && (
              <>
                <p className="mt-1">会員が見つからない行が{formatNumber(added.unknown_count)}行あります。</p>
                <ul className="mt-1 flex flex-wrap gap-x-4 text-muted text-xs">
                  {added.unknown.map((line, n) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the same line may stand there twice
                    <li key={n}>{line}</li>
                  ))}
                </ul>
                {added.unknown_count > added.unknown.length && (
                  <p className="text-muted text-xs">はじめの{added.unknown.length}行です。</p>
                )}
              </>
            )}
          </>
        )}
      </div>
    </Section>
  )
}
