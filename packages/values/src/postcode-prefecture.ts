/**
 * The first three digits of postcodes by prefecture id, computed from Japan Post's address data. 22 prefixes belong to
 * two or three prefectures, because post offices also deliver across borders.
 */
const beginnings = `
  001:1 010:5 018:2+5 019:5 020:3 030:2 040:1 100:13 210:14 260:12 300:8 311:8+9 312:8 320:9 330:11 349:9+11
  350:11 370:10+11 371:10 380:20 384:10+20 385:20 389:10+15+20 390:20 400:19 410:22 431:22+23 432:22 440:23
  498:23+24 500:21 510:24 520:25+26 521:25 530:27 563:27+28 564:27 600:26 618:26+27 619:26 630:27+29 631:29
  640:30 647:24+29+30 648:29+30 649:30 650:28 680:31 684:31+32 685:32 689:31 690:32 700:33 720:34 740:35 760:37
  770:36 780:39 790:38 800:40 811:40+42 812:40 817:42 818:40 839:40+44 840:41 848:41+42 849:41 850:42 860:43
  870:44 871:40+44 872:44 880:45 890:46 900:47 910:18 920:17 922:17+18 923:17 930:16 939:16+17 940:15 949:15+20
  950:15 960:7 980:4 990:6
`
  .trim()
  .split(/\s+/)
  .map((one) => {
    const [from, ids] = one.split(':') as [string, string]
    return { from, ids: ids.split('+').map(Number) }
  })

/** The prefectures to which a postcode of seven digits can belong. */
export function prefecturesOfPostcode(postal_code: string): readonly number[] {
  const beginning = postal_code.slice(0, 3)
  return (beginnings.findLast(({ from }) => from <= beginning) ?? beginnings[0]!).ids
}

/**
 * Returns the prefecture to which carriers deliver a parcel. They sort by postcode, so a prefecture that does not fit
 * the postcode is ignored for fees and lead times.
 */
export function prefectureOfCarrier(postal_code: string, pref_id: number): number {
  const possible = prefecturesOfPostcode(postal_code)
  return possible.includes(pref_id) ? pref_id : possible[0]!
}
