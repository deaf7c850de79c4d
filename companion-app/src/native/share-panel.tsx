import { commonCopy, type ShareCard, type ShareChannel } from '@fridge/shared-contracts';
import { useState } from 'react';
import { copy } from '../copy.ts';
import { Icon } from '../icon.tsx';
import { NativePage } from './native-page.tsx';
import styles from './share-panel.module.css';

const channelLabel = { wx: copy['mock.share.wx'], wxTimeline: copy['mock.share.wxTimeline'] } as const;

type SharePanelProps = {
  card: ShareCard;
  channels: readonly ShareChannel[];
  onDone(channel: ShareChannel | null): void;
};

export function SharePanel({ card, channels, onDone }: SharePanelProps) {
  return (
    <NativePage kind="share" onCancel={() => onDone(null)}>
      <figure className={styles.figure}>
        <figcaption className={styles.caption}>{copy['mock.share.card']}</figcaption>
        <div className={styles.card} data-testid="share-card">
          <div>
            <p className={styles.title}>{card.title}</p>
            <p className={styles.text}>{card.description}</p>
          </div>
          {card.image ? <CardImage source={card.image} /> : null}
          <p className={styles.link} data-testid="share-link">
            {card.link}
          </p>
        </div>
      </figure>
      <div className={styles.channels}>
        {channels.map((channel) => (
          <button
            key={channel}
            type="button"
            className={styles.channel}
            onClick={() => onDone(channel)}
            data-testid={`share-${channel}`}
          >
            <span className={styles.disc}>
              <ChannelIcon channel={channel} />
            </span>
            {channelLabel[channel]}
          </button>
        ))}
      </div>
    </NativePage>
  );
}

function CardImage({ source }: { source: string }) {
  const [failed, setFailed] = useState(false);
  if (failed) return <p className={styles.missing}>{commonCopy['common.imageFail']}</p>;
  return <img className={styles.image} src={source} alt="" onError={() => setFailed(true)} />;
}

function ChannelIcon({ channel }: { channel: ShareChannel }) {
  return (
    <Icon size={26}>
      {channel === 'wx' ? (
        <path d="M4 11.500C4 7.900 7.600 5 12 5s8 2.900 8 6.500S16.400 18 12 18c-1 0-2-.2-2.900-.4L5.500 19.500l.6-3.200C4.800 15.100 4 13.400 4 11.500zM9 11.500h.01M12 11.500h.01M15 11.500h.01" />
      ) : (
        <>
          <circle cx="12" cy="12" r="8" />
          <path d="M12 4l3 5.200M20 12l-6 .1M15.900 18.900l-3-5.300M8 18.900l3-5.200M4 12h6M8 5.100l3 5.200" />
        </>
      )}
    </Icon>
  );
}
