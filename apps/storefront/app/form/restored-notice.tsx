import { Notice } from '../ui/notice.tsx'

interface RestoredNoticeProps {
  isShown: boolean
  onStartOver: () => void
}

/** 入力の続き: the fields contain restored input that is not saved yet. */
export const RestoredNotice = ({ isShown, onStartOver }: RestoredNoticeProps) =>
  isShown && (
    <Notice role="status">
      <p>前回の入力の続きから始めています。まだ保存されていません。</p>
      <button type="button" className="text-link min-h-tap" onClick={onStartOver}>
        入力をやめて、はじめの内容に戻す
      </button>
    </Notice>
  )
