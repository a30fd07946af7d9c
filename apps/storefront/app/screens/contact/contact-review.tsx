import type { MasterData } from '@kushi/contract/setting'
import { useEffect, useRef } from 'react'
import { Phone } from '../../shell/phone.tsx'
import { BottomBar } from '../../ui/bottom-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { type ContactFields, toContact } from './contact-fields.ts'
import { useSendContact } from './use-send-contact.ts'

interface ContactReviewProps {
  fields: ContactFields
  categories: readonly MasterData[]
}

/** Everything that will be sent, and the button that sends it. */
export function ContactReview({ fields, categories }: ContactReviewProps) {
  const form = toContact(fields)
  const { send, isPending, problems, isUnknown } = useSendContact(form)
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problems.length) alert.current?.focus()
  }, [problems])
  return (
    <div className="grid gap-8">
      <div ref={alert} tabIndex={-1} className="outline-none empty:hidden">
        {problems.length > 0 && (
          <Notice
            tone="danger"
            role="alert"
            title={
              isUnknown ? 'お問い合わせが届いたか、確認できませんでした' : 'お問い合わせを受け付けられませんでした'
            }
          >
            {problems.map((problem) => (
              <p key={problem}>{problem}</p>
            ))}
            {isUnknown && <p>もう一度押していただいても、二重に届くことはありません。</p>}
          </Notice>
        )}
      </div>
      <Rows>
        <Row label="お問い合わせの種類" align="start">
          {categories.find(({ id }) => id === form.inquiry_category_id)?.label}
        </Row>
        <Row label="お問い合わせ内容" align="start">
          <span className="whitespace-pre-wrap">{form.content}</span>
        </Row>
        <Row label="お名前" align="start">
          {form.name01} {form.name02} さま
          <span className="ml-2 text-sm text-muted">
            {form.kana01} {form.kana02}
          </span>
        </Row>
        <Row label="メールアドレス" align="start">
          {form.email}
        </Row>
        <Row label="電話番号" align="start">
          {form.phone_number ? <Phone number={form.phone_number} /> : 'なし'}
        </Row>
      </Rows>
      <div className="grid gap-3">
        <BottomBar onDesktop="inline">
          <Button wide pending={isPending} onClick={() => void send()}>
            この内容で問い合わせる
          </Button>
        </BottomBar>
        <ButtonLink to="/contact" look="quiet" wide>
          内容を直す
        </ButtonLink>
      </div>
    </div>
  )
}
