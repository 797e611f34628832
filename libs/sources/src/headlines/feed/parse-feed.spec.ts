import { parseFeed } from './parse-feed';
import { stripMarkup } from './strip-markup';

describe('the headlines of a feed', () => {
  it('are read from RSS 2.0', () => {
    // The shape of https://www.rssboard.org/rss-specification, with CDATA and HTML as newspapers send them.
    const rss = `<?xml version="1.0" encoding="utf-8"?>
      <rss version="2.0"><channel><title>News</title><link>https://news.example/</link><description>All</description>
        <item>
          <title><![CDATA[Bitcoin&#8217;s <b>rally</b> &amp; what&nbsp;follows]]></title>
          <link> https://news.example/1?a=1&amp;b=2 </link>
          <description>&lt;p&gt;Up 5%.&lt;br/&gt;AT&amp;amp;T follows&lt;/p&gt;</description>
          <pubDate>Tue, 10 Jun 2003 04:00:00 +0200</pubDate>
        </item>
        <item><title>No date, odd link</title><link>javascript:alert(1)</link></item>
        <item><title> <![CDATA[ <img src=x> ]]> </title><link>https://news.example/blank</link></item>
      </channel></rss>`;
    expect(parseFeed(rss)).toEqual([
      {
        title: 'Bitcoin’s rally & what follows',
        summary: 'Up 5%. AT&T follows',
        link: 'https://news.example/1?a=1&b=2',
        publishedAt: new Date('2003-06-10T02:00:00Z'),
      },
      { title: 'No date, odd link', summary: null, link: null, publishedAt: null },
    ]);
  });

  it('are read from Atom', () => {
    // The example of RFC 4287, 1.1, shortened.
    const atom = `<?xml version="1.0" encoding="utf-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom">
        <title>Example Feed</title><link href="http://example.org/"/><updated>2003-12-13T18:30:02Z</updated>
        <author><name>John Doe</name></author><id>urn:uuid:60a76c80-d399-11d9-b93C-0003939e0af6</id>
        <entry>
          <title>Atom-Powered Robots Run Amok</title>
          <link rel="enclosure" href="http://example.org/audio.mp3"/>
          <link href="http://example.org/2003/12/13/atom03"/>
          <id>urn:uuid:1225c695-cfb8-4ebb-aaaa-80da344efa6a</id>
          <updated>2003-12-13T18:30:02Z</updated><summary>Some text.</summary>
        </entry>
      </feed>`;
    expect(parseFeed(atom)).toEqual([
      {
        title: 'Atom-Powered Robots Run Amok',
        summary: 'Some text.',
        link: 'http://example.org/2003/12/13/atom03',
        publishedAt: new Date('2003-12-13T18:30:02Z'),
      },
    ]);
  });

  it('are read from RDF', () => {
    // The shape of https://web.resource.org/rss/1.0/spec, with the date of Dublin Core.
    const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
        xmlns:dc="http://purl.org/dc/elements/1.1/">
      <channel rdf:about="http://xml.com/x.rss"><title>XML.com</title><link>http://xml.com/pub</link></channel>
      <item rdf:about="http://xml.com/1"><title>Processing Inclusions with XSLT</title><link>http://xml.com/1</link>
        <description>Inclusions</description><dc:date>2000-08-09T12:00:00+02:00</dc:date></item></rdf:RDF>`;
    expect(parseFeed(rdf)).toEqual([
      {
        title: 'Processing Inclusions with XSLT',
        summary: 'Inclusions',
        link: 'http://xml.com/1',
        publishedAt: new Date('2000-08-09T10:00:00Z'),
      },
    ]);
  });

  it('hold no time that no database can hold', () => {
    const dates = ['never', '0000-00-00', 'Fri, 01 Jan 1200 00:00:00 GMT', '+012345-01-01T00:00:00Z', ''];
    const items = dates.map((date) => `<item><title>t</title><pubDate>${date}</pubDate></item>`);
    const times = parseFeed(`<rss version="2.0"><channel>${items.join('')}</channel></rss>`);
    expect(times.map(({ publishedAt }) => publishedAt)).toEqual(dates.map(() => null));
  });

  // Character references as the HTML standard has them (13.2.5.80 and 13.5): 150 is of windows-1252, 0 and what lies outside of
  // Unicode is U+FFFD, and what is decoded is not decoded again.
  it.each([
    ['a\u0000b\u0007c', 'a b c'],
    ['\ud800 half', '\ufffd half'],
    ['&#xD800; &#0; &#9999999; &unknown; &constructor;', '\ufffd \ufffd \ufffd &unknown; &constructor;'],
    ['Nestl&eacute; &#150; S&atilde;o Paulo&rarr;&AMP;', 'Nestlé – São Paulo→&'],
    ['&amp;eacute; &eacute', '&eacute; &eacute'],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['<script>x</script>', 'x'],
    ['&lt;b&gt; stays', '<b> stays'],
    ['💥'.repeat(3), '💥💥💥'],
  ])('turn %j into plain text', (text, expected) => {
    expect(stripMarkup(text)).toBe(expected);
  });
});
