import { Notice } from '../ui/notice.tsx'
import { useReplyText } from './reply-text.ts'

/** Navigation state of the complete screen; it survives a reload. */
export interface ReceivedState {
  inquiry_no: string
  email: string
}

export const isReceived = (state: unknown): state is ReceivedState =>
  typeof state === 'object' && state !== null && 'inquiry_no' in state && 'email' in state

/** Confirms the receipt: its number, and when an answer comes. */
export const Received = ({ inquiry_no, email }: ReceivedState) => (
  <Notice tone="leaf">
    <div className="grid gap-2">
      <p>
        <strong className="font-medium">{email}</strong> に、受付の確認メールをお送りしました。
      </p>
      <p>{useReplyText()}担当者よりお返事します。</p>
      <p className="numeric">
        受付番号 <strong className="font-medium">{inquiry_no}</strong>
      </p>
    </div>
  </Notice>
)
