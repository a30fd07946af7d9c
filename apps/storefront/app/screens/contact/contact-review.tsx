import type { ContactForm } from '@kushi/contract/form/contact'
import type { MasterData } from '@kushi/contract/setting'
import { useEffect, useRef } from 'react'
import { Phone } from '../../shell/phone.tsx'
import { BottomBar } from '../../ui/bottom-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { useSendContact } from './use-send-contact.ts'

interface ContactReviewProps {
  body: ContactForm
  categories: readonly MasterData[]
}

/** Everything that will be sent, and the button that sends it. */
export function ContactReview({ body, categories }: ContactReviewProps) {
  const { send, isPending, problems, isUnknown } = useSendContact(body)
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
          {categories.find(({ id }) => id === body.inquiry_category_id)?.label}
        </Row>
        <Row label="お問い合わせ内容" align="start">
          <span className="whitespace-pre-wrap">{body.content}</span>
        </Row>
        <Row label="お名前" align="start">
          {body.name01} {body.name02} さま
          <span className="ml-2 text-sm text-muted">
            {body.kana01} {body.kana02}
          </span>
        </Row>
        <Row label="メールアドレス" align="start">
          {body.email}
        </Row>
        <Row label="電話番号" align="start">
          {body.phone_number ? <Phone number={body.phone_number} /> : 'なし'}
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
