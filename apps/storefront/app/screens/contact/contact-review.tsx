import { ApiError } from '@kushi/contract/client'
import type { ContactForm } from '@kushi/contract/form/contact'
import type { MasterData } from '@kushi/contract/setting'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { quietApi } from '../../api.ts'
import { Phone } from '../../shell/phone.tsx'
import { BottomBar } from '../../ui/bottom-bar.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { forgetContact } from './contact-draft.ts'
import { photographContents, photographs } from './photograph-store.ts'

interface ContactReviewProps {
  body: ContactForm
  categories: readonly MasterData[]
}

/** Shows everything that will be sent, and the button to send it. */
export function ContactReview({ body, categories }: ContactReviewProps) {
  const { send, isPending, problems, isUnknown: isOutcomeUnknown } = useSendContact(body)
  const { files } = photographs()
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
              isOutcomeUnknown
                ? 'お問い合わせが届いたか、確認できませんでした'
                : 'お問い合わせを受け付けられませんでした'
            }
          >
            {problems.map((problem) => (
              <p key={problem}>{problem}</p>
            ))}
            {isOutcomeUnknown && <p>もう一度押していただいても、二重に届くことはありません。</p>}
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
        <Row label="写真" align="start">
          {files.length > 0 ? files.map(({ name }) => name).join('、') : 'なし'}
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

/** Sends an inquiry. A retry after a network failure uses the same key, so it is the same inquiry. */
function useSendContact(form: ContactForm) {
  const navigate = useNavigate()
  const [isPending, setPending] = useState(false)
  const [problems, setProblems] = useState<string[]>([])
  /** The network failed, so the inquiry may have arrived. */
  const [isUnknown, setUnknown] = useState(false)

  async function send(): Promise<void> {
    setPending(true)
    setProblems([])
    try {
      const { inquiry_no } = await quietApi('POST /v1/contact/complete/mail', {
        body: { ...form, photographs: await photographContents() },
      })
      await navigate('/contact/complete', { replace: true, state: { inquiry_no, email: form.email } })
      forgetContact()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setUnknown(error.status === 0)
      setProblems(error.fields.length ? error.fields.map(({ message }) => message) : [error.message])
    } finally {
      setPending(false)
    }
  }
  return { send, isPending, problems, isUnknown }
}
