import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** The part of the form that holds the goods. */
export const GOODS = 'goods'

/** For a part of the form: whoever was led here for its sake sees it at once. */
export function useArrival(part: string) {
  const { state } = useLocation() as { state: { at?: string } | null }
  const box = useRef<HTMLDivElement>(null)
  const isMeant = state?.at === part
  useEffect(() => {
    if (isMeant) box.current?.scrollIntoView()
  }, [isMeant])
  return box
}
