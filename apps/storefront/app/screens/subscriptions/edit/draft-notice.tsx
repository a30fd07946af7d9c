import { Notice } from '../../../ui/notice.tsx'

interface DraftNoticeProps {
  isRestored: boolean
  isOvertaken: boolean
  onStartOver: () => void
}

/** The form holds something that is not saved, or that was begun on what is no longer so. */
export const DraftNotice = ({ isRestored, isOvertaken, onStartOver }: DraftNoticeProps) =>
  isRestored && (
    <Notice
      role="status"
      {...(isOvertaken && { tone: 'warning' as const, title: 'この定期便の内容が、途中で変わりました' })}
    >
      <p>
        {isOvertaken
          ? '変更の続きは、いまの内容に重ねて表示しています。確認画面で、変更前と変更後をご確認ください。'
          : '変更の続きから始めています。まだ確定していません。'}
      </p>
      <button type="button" className="text-link min-h-tap" onClick={onStartOver}>
        変更をやめて、いまの内容に戻す
      </button>
    </Notice>
  )
